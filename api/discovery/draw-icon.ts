/** The sign of the product as an icon of any size. */

const SHOP =
  '<path d="M5 13h22v15H5z" fill="#14463a"/><path d="M13 18h6v10h-6z" fill="#f4f7f3"/><path d="M3 4h26v8H3z" fill="#f4781f"/><path d="M3 11h6.5v2a3.25 3.25 0 0 1-6.5 0zM16 11h6.5v2a3.25 3.25 0 0 1-6.5 0z" fill="#f4781f"/><path d="M9.5 11H16v2a3.25 3.25 0 0 1-6.5 0zM22.5 11H29v2a3.25 3.25 0 0 1-6.5 0z" fill="#12211b"/>'

/** `full` fills its square, with the shop inside the circle that a system may cut out of it. */
export const drawIcon = (kind: 'plain' | 'full') =>
  kind === 'plain'
    ? `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="512" height="512">${SHOP}</svg>`
    : `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -12 56 56" width="512" height="512"><path d="M-12-12h56v56h-56z" fill="#f4f7f3"/>${SHOP}</svg>`

/** A PNG in the wrapping of an `.ico`, which every browser asks for that knows nothing of us. */
export function wrapIcon(png: Buffer, size: number) {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(22, 18)
  return Buffer.concat([head, png])
}
