import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/** Where answers of the API have their shapes: a browser that keeps some of another shape forgets them (web/lib/browser-cache-entries.ts). */
const SHAPES = [
  'contract/offer.ts',
  'contract/shop.ts',
  'contract/wire.ts',
  'web/offers/queries.ts',
  'web/shops/queries.ts',
  'contract/recommendation.ts',
  'web/home/queries.ts',
]
const edition = createHash('sha256')
for (const file of SHAPES) edition.update(readFileSync(new URL(file, import.meta.url)))

/**
 * What a part that is fetched later needs beside itself, where that is more than one file and more than every page has by then. The page names
 * it, so that all of it is fetched at once; each name costs bytes, and one more file is found soon enough.
 */
function listMissing(names: string[]) {
  const missing = names.filter((name) => !/\/(rolldown-runtime|vendor|common|frame)-[^/]*$/.test(name))
  return missing.length > 2 ? missing : []
}

/**
 * What every page runs as soon as it has it: the engine then compiles all of it beside the page, while it arrives, instead of each function
 * when it is first called, which holds the page up.
 */
const RUN_AT_ONCE = new Set(['vendor', 'common', 'frame'])
const compileAtOnce = (): Plugin => ({
  name: 'kade:compile-at-once',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && RUN_AT_ONCE.has(file.name)) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
    },
  },
})

export default defineConfig({
  define: { 'import.meta.env.VITE_EDITION': JSON.stringify(edition.digest('hex').slice(0, 8)) },
  plugins: [tailwindcss(), reactRouter(), compileAtOnce()],
  // Known from the start, so that the first page in development need not be loaded twice.
  optimizeDeps: { include: ['@tanstack/react-query'] },
  server: { watch: { ignored: ['**/data/**', '**/test-results/**'] } },
  environments: {
    client: {
      // What every page needs of others, in one file: it compresses far better, and stays in caches while ours changes.
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'vendor',
                  // Mutations are for forms, which no page shows that strangers come to first.
                  test: /node_modules[\\/](react|react-dom|scheduler|react-router|@react-router|@tanstack|zustand|cookie|set-cookie-parser)[\\/](?!.*(mutationObserver|useMutation))/,
                },
                // Small parts that most pages share: in one file they compress better, and a page asks for fewer. Few, and everybody carries what few need.
                // Dialogs, fields, their rules and what a like tells of the device are none of them, however many there are: they come with the first that needs them.
                {
                  name: 'common',
                  test: /^(?!.*[\\/]node_modules[\\/])(?!.*[\\/](ui[\\/](dialog|form-field)|interactions[\\/]describe-device|device-labels|contract[\\/]consumer-rules)\.tsx?$).*[\\/](contract|web)[\\/]/,
                  minShareCount: 5,
                },
                // Small parts of pages that are lists: as a file each they are larger.
                { name: 'lists', test: /[\\/](contract|web)[\\/].*(format-count|use-refresh|shop-(card|skeleton)|load-offers)\.tsx?$/ },
                // What the frame of every page needs beside that, and what all pages have to which strangers come.
                {
                  name: 'frame',
                  test: /[\\/]web[\\/](root\.tsx|frame[\\/](footer|error-page|header\.|bottom|avatar-b)|lib[\\/]browser-cache|offers[\\/](pick-offer-covers|catch-names))/,
                },
              ],
            },
          },
        },
      },
    },
  },
  build: {
    // Small pictures stay files: a page's policy need not allow data: addresses, and a cache can keep them.
    assetsInlineLimit: 0,
    modulePreload: { resolveDependencies: (_, names, { hostType }) => (hostType === 'js' ? listMissing(names) : names) },
  },
})
