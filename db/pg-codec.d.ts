/** pg's own encoder of parameters, which its types do not list. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): string | Uint8Array | null
}
