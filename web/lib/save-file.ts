/** Hands something to the browser as a file to be kept. */
export function saveFile(name: string, content: Blob) {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads it after the click; an address that is gone too early is an empty file.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
