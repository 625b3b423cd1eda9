/** What the inner loops are written in that JavaScript would be slow at: WebAssembly, as text. */
import makeWabt from 'wabt'

/** What of WebAssembly is used here: the types of Node leave it out, and those of a browser would bring all of it. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Memory: new (size: { initial: number }) => { buffer: ArrayBuffer }
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> }
}

const wabt = await makeWabt()
const PAGE = 65_536

/** Compiles a module that takes its memory as `host.memory`. Each opening has a memory of its own, of at least so many bytes. Throws where the text is wrong. */
export function compileText(name: string, text: string) {
  const module = new WebAssembly.Module(wabt.parseWat(name, text, { simd: true }).toBinary({}).buffer)
  return (bytes: number) => {
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) })
    return { buffer: memory.buffer, exports: new WebAssembly.Instance(module, { host: { memory } }).exports }
  }
}
