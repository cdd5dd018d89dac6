import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';

export default defineConfig({
  // Compressed once here rather than for every visitor: the host serves `.br` and `.gz` as they are.
  plugins: [react(), compression({ include: /\.(js|css|html|svg)$/, threshold: 0 })],
  build: {
    target: 'es2022',
    // The content security policy knows no `data:`: every asset is a file of its own.
    assetsInlineLimit: 0,
    // Every browser that runs es2022 knows modulepreload; the polyfill would stand before the frame.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'silent-callback.html', 'popup-callback.html'],
      output: {
        codeSplitting: {
          groups: [
            {
              // What stands before the frame is one file: left alone, what it has in common with code
              // that loads later becomes a file of its own, and one more request.
              name: 'index',
              tags: ['$initial'],
              test: (id) => !/(silent|popup)-callback/.test(id),
            },
          ],
        },
      },
    },
  },
});
