import { AppError } from '#contract/errors.ts'

/** What is wrong with the cells of a form, each with its text. */
export function refuseCells(problems: { column: string | null; reason: string }[]) {
  const fields = Object.fromEntries(problems.map(({ column, reason }) => [`body.cells.${column}`, reason]))
  return new AppError('invalid_input', { message: `${problems[0]!.column}: ${problems[0]!.reason}`, fields })
}
