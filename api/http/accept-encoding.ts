/** Whether a client takes a coding: it is named, and not with `q=0`. */
export const acceptsEncoding = (header: string | undefined, coding: string) =>
  (header ?? '').split(',').some((part) => {
    const [name, ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
