/**
 * Answers `confirm()` with yes for the page in a frame: the shell's sandbox has no dialogs, there it would be
 * no. What authoring tools ask at the start is whether to go on where the learner was, and what they ask later
 * follows from a button that the learner has pressed.
 *
 * To be called as soon as the frame is in the document: the first page that is loaded into it keeps the window
 * of the empty one, with what is set on it (HTML, "create and initialize a Document
 * object", on the initial `about:blank`). Pages that follow in the frame have it once they are loaded; frames in them have not.
 */
export function answerConfirm(frame: HTMLIFrameElement): void {
  const set = () => {
    // A page of another origin refuses to be set.
    if (frame.contentDocument && frame.contentWindow) frame.contentWindow.confirm = () => true;
  };
  set();
  frame.addEventListener('load', set);
}
