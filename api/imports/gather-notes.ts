/** Everything that is to be told of a file, in bounded memory. */
import type { RowProblem } from '#contract/import.ts'

const LIMIT = { problems: 10_000, warnings: 1_000, readings: 1_000, suggestions: 1_000 } as const
/** What a row says of its shop stands in each row of that shop, and is told once. */
const OF_SHOP = new Set<string | null>(['shop', 'address', 'phone', 'category'])
const isOfShop = (column: string | null) => OF_SHOP.has(column) || (column?.startsWith('shop_') ?? false)
const TOLD_LIMIT = 20_000

/**
 * What is wrong with the rows of a file, and what is remarkable. Readings (`readAs`) and suggestions (`suggests`) have room of their own,
 * so that a file which is full of them hides no warning.
 */
export class Notes {
  readonly #refusedRows = new Set<number>()
  readonly #problems: RowProblem[] = []
  readonly #warnings: Record<'warnings' | 'readings' | 'suggestions', RowProblem[]> = { warnings: [], readings: [], suggestions: [] }
  readonly #told = new Set<string>()

  refuse(problems: RowProblem[]) {
    for (const problem of problems) {
      this.#refusedRows.add(problem.row)
      if (this.#problems.length < LIMIT.problems) this.#problems.push(problem)
    }
  }

  warn(warnings: RowProblem[]) {
    for (const warning of warnings) {
      const kind = warning.suggests !== undefined ? 'suggestions' : warning.readAs !== undefined ? 'readings' : 'warnings'
      if (this.#warnings[kind].length < LIMIT[kind] && !this.#wasTold(warning)) this.#warnings[kind].push(warning)
    }
  }

  #wasTold({ column, value, reason }: RowProblem) {
    if (!isOfShop(column)) return false
    const key = `${column}|${value}|${reason}`
    if (this.#told.has(key)) return true
    if (this.#told.size < TOLD_LIMIT) this.#told.add(key)
    return false
  }

  /** In the order of the file. */
  report() {
    const inOrder = (rows: RowProblem[]) => rows.toSorted((a, b) => a.row - b.row)
    const { warnings, readings, suggestions } = this.#warnings
    return {
      refused: this.#refusedRows.size,
      problems: inOrder(this.#problems),
      problemsAreMore: this.#problems.length === LIMIT.problems,
      warnings: inOrder([...warnings, ...readings, ...suggestions]),
    }
  }
}
