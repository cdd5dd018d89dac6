/** A publication with its own product. */
export const someProject = {
  title: 'Wasser entdecken',
  favicon: 'https://shell.example/f.svg',
  version: '1.0.0',
  location: 'https://content.example/',
  contentOrigin: 'https://content.example',
  mandantIdentifier: 'LECTERN',
  productReference: 'wasser-entdecken',
};
