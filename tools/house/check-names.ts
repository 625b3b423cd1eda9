/** File names: a closed vocabulary, so that one knows where a thing is before one has looked. */
import { getRoom, isCode, isTest, type Problem, type Tree } from './tree.ts'

const SAYS_NOTHING = new Set(['index', 'util', 'utils', 'helper', 'helpers', 'common', 'shared', 'types', 'misc'])
const KEBAB_FILE = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|spec|server|client|config|d))*\.[a-z]+$/
const KEBAB_FOLDER = /^[a-z0-9]+(-[a-z0-9]+)*$/
const NAMED = /\.(ts|tsx|mjs|js|css|sql)$/
const DEPTH = 2

/** Folders that are no feature: they carry the others, and their files are named for what they are. */
export const CARRIERS = new Set(['api/http', 'web/ui', 'web/lib', 'web/frame', 'web/styles', 'api/pictures/art'])
/** What a command or a step does. One word for one act: look here before adding another. */
const VERBS =
  'accept|add|allow|answer|ask|bind|cache|change|check|clear|compress|confirm|connect|count|create|cut|delete|derive|describe|draw|encode|export|fetch|find|fold|follow|forget|gather|get|hash|import|' +
  'hold|insert|invite|issue|keep|lay|like|list|load|make|match|measure|mend|merge|notify|open|order|parse|plan|prepare|present|publish|queue|rank|read|receive|record|redeem|refresh|refuse|register|' +
  'remind|remove|render|report|require|reset|resize|restore|revoke|rotate|run|save|score|send|serve|sign|split|spool|start|stop|store|stream|sum|sweep|take|undo|unlike|update|' +
  'upload|verify|watch|withdraw|write'
const FEATURE_FILE = {
  api: {
    pattern: new RegExp(`^(routes|data|data-[a-z0-9-]+|(${VERBS})(-[a-z0-9]+)+)\\.ts$`),
    names: 'routes.ts, data.ts, data-<topic>.ts or <verb>-<noun>.ts (tools/house/check-names.ts lists the verbs)',
  },
  web: {
    pattern: /^(queries\.ts|[a-z0-9]+(-[a-z0-9]+)+\.tsx?)$|\.(css|svg)$/,
    names: '<thing>-page.tsx, <thing>-<part>.tsx, queries.ts or use-<thing>.ts',
  },
}

export function checkNames(tree: Tree): Problem[] {
  const problems: Problem[] = []
  for (const file of tree.keys()) {
    const room = getRoom(file)
    if (!NAMED.test(file) || file.startsWith('demo/')) continue
    const folders = file.split('/').slice(0, -1)
    const name = file.split('/').at(-1)!
    const stem = name.split('.')[0]!
    if (!KEBAB_FILE.test(name)) problems.push({ file, text: 'is not in kebab-case: rename it' })
    for (const word of [...folders, stem]) {
      if (SAYS_NOTHING.has(word)) problems.push({ file, text: `'${word}' does not say what is inside: name it after that` })
    }
    const odd = folders.find((folder) => !KEBAB_FOLDER.test(folder.replace(/^\./, '')))
    if (odd) problems.push({ file, text: `the folder ${odd} is not in kebab-case: rename it` })
    if (room && folders.length > DEPTH + 1) problems.push({ file, text: `lies deeper than ${DEPTH} folders inside ${room}: move it up` })
    if (isCode(file) && !isTest(file)) problems.push(...checkFeatureFile(file, folders, name))
  }
  return problems
}

/** api/<feature>/ and web/<feature>/ know a handful of names only. */
function checkFeatureFile(file: string, folders: string[], name: string): Problem[] {
  const [room, feature] = folders
  const rule = room === 'api' || room === 'web' ? FEATURE_FILE[room] : undefined
  if (!rule || !feature || CARRIERS.has(`${room}/${feature}`) || CARRIERS.has(folders.join('/'))) return []
  return rule.pattern.test(name) ? [] : [{ file, text: `is none of the names of a feature: ${rule.names}` }]
}
