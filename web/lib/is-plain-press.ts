type Press = Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** Whether a press on a link means to follow it here: with these keys, or another button, a browser opens a tab or window, or downloads. */
export const isPlainPress = ({ button, ctrlKey, metaKey, shiftKey, altKey }: Press) =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
