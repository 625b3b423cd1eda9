/** The package brings no types. Only what is used here. */
declare module 'subset-font' {
  type Range = { min: number; max: number }
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'woff2'; variationAxes: Record<string, Range | number>; keepFeatures?: string[] },
  ): Promise<Buffer>
}
