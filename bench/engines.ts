/** What is measured in rounds, on one engine after the other, and judged by itself: one table for each. */
import { prepareDataset, type Dataset, type Engine } from './dataset.ts'
import { describeSetting, nameEngine, saveResult, type Run } from './report.ts'

type Trial<R> = {
  /** Of the files in results/. */
  name: string
  title: string
  /** What is said before it begins. */
  about: string
  offers: number
  rounds: number
  measure: (dataset: Dataset) => Promise<R>
  /** The rows of its table, verdicts included. */
  toLines: (result: R) => string[]
}

export async function measureEngines<R extends object>(
  { engines, serverUrl, command, isDry, say }: Run,
  { name, title, about, offers, rounds, measure, toLines }: Trial<R>,
) {
  const versions: Record<string, string> = {}
  const results: (R & { engine: Engine })[] = []
  for (const engine of engines) {
    say(`${engine}: ${about}, ${rounds} times in turn`)
    const dataset = await prepareDataset(engine, offers, serverUrl, { isFresh: true })
    versions[engine] = dataset.version
    try {
      const result = { engine, ...(await measure(dataset)) }
      results.push(result)
      for (const line of toLines(result)) say(line)
    } finally {
      await dataset.drop()
    }
  }
  if (isDry) return
  const tables = results.map(
    (result) => `## ${nameEngine(result.engine)}\n\n| | median of ${rounds} | goal |\n| --- | ---: | --- |\n${toLines(result).join('\n')}`,
  )
  saveResult(
    name,
    `# ${title}, ${offers.toLocaleString('en')} offers\n\n${describeSetting({ command, versions })}\n\n${tables.join('\n\n')}\n`,
    { date: new Date().toISOString(), command, versions, results },
  )
}
