import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
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
                  test: /node_modules[\\/](react|react-dom|scheduler|react-router|@react-router|@tanstack|zustand|cookie|set-cookie-parser)[\\/]/,
                },
                // Small parts that most pages share: in one file they compress better, and a page asks for fewer. Few, and everybody carries what few need.
                // A dialog is none of them, however many there are: what draws it comes with the first that opens.
                {
                  name: 'common',
                  test: /^(?!.*[\\/]node_modules[\\/])(?!.*[\\/]ui[\\/]dialog\.tsx).*[\\/](contract|web)[\\/]/,
                  minShareCount: 5,
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
  },
})
