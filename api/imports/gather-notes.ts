/** Everything that is to be told of a file, in bounded memory. */
import { KEPT_REMARKS } from '#contract/constants.ts'
import type { ImportReport, RowProblem } from '#contract/import.ts'

const LIMIT = {
  problems: 10_000,
  warnings: KEPT_REMARKS,
  readings: KEPT_REMARKS,
  suggestions: KEPT_REMARKS,
  places: KEPT_REMARKS,
} as const
/** What a row says of its shop stands in each row of that shop, and is told once. */
const OF_SHOP = new Set<string | null>(['shop', 'address', 'phone', 'category'])
const isOfShop = (column: string | null) => OF_SHOP.has(column) || (column?.startsWith('shop_') ?? false)
const TOLD_LIMIT = 20_000

type Kind = 'warnings' | 'readings' | 'suggestions' | 'places'
function kindOf({ column, readAs, suggests }: RowProblem): Kind {
  if (suggests === undefined) return readAs === undefined ? 'warnings' : 'readings'
  return column === 'latitude' || column === 'longitude' ? 'places' : 'suggestions'
}

/**
 * What is wrong with the rows of a file, and what is remarkable. Readings (`readAs`), suggestions (`suggests`) and among them those of
 * places have room of their own, so that a file which is full of one hides no other.
 */
export class Notes {
  readonly #refusedRows = new Set<number>()
  readonly #problems: RowProblem[] = []
  readonly #warnings: Record<Kind, RowProblem[]> = { warnings: [], readings: [], suggestions: [], places: [] }
  readonly #told = new Set<string>()
  #areMore = false

  /** Goes on from `earlier`, what was told of the same file, where rows of it are `tried` once more. */
  constructor(earlier?: Pick<ImportReport, 'problems' | 'problemsAreMore' | 'warnings'>, tried: number[] = []) {
    if (!earlier) return
    const again = new Set(tried)
    this.#problems.push(...earlier.problems.filter(({ row }) => !again.has(row)))
    this.#areMore = earlier.problemsAreMore
    this.warn(earlier.warnings)
  }

  refuse(problems: RowProblem[]) {
    for (const problem of problems) {
      this.#refusedRows.add(problem.row)
      if (this.#problems.length < LIMIT.problems) this.#problems.push(problem)
    }
  }

  isRefused(row: number) {
    return this.#refusedRows.has(row)
  }

  warn(warnings: RowProblem[]) {
    for (const warning of warnings) {
      const kind = kindOf(warning)
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
    // Of a row that its other rows or the catalogue refuse only the reason counts; what it says of its shop stands for other rows too.
    const isOfUse = ({ row, column }: RowProblem) => isOfShop(column) || !this.#refusedRows.has(row)
    return {
      refused: this.#refusedRows.size,
      problems: inOrder(this.#problems),
      problemsAreMore: this.#areMore || this.#problems.length === LIMIT.problems,
      warnings: inOrder(Object.values(this.#warnings).flat().filter(isOfUse)),
    }
  }
}
