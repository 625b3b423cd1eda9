/** Renders a page to one piece of HTML. It is not streamed: everything it needs is there, and one buffer compresses best. */
import { Writable } from 'node:stream'

import { renderToPipeableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext, type HandleErrorFunction, type RouterContextProvider } from 'react-router'

import { pageContext } from '#contract/page-context.ts'
import favicon from './frame/favicon.svg?inline'
import { putOffScripts } from './frame/late-script.ts'

/**
 * In the page, for a browser fetches its icon before it paints; and in no script, for it never changes. One that knows no such pictures asks for
 * /favicon.ico by itself.
 */
const ICON = `<link rel="icon" type="image/svg+xml" href="${favicon}">`

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
) {
  const { html, hasFailed } = await renderPage(router, request.url, (error) => context.get(pageContext).reportError(error))
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(
    putOffScripts(html.toString()).replace('</head>', () => `${ICON}</head>`),
    { status: hasFailed ? 500 : status, headers },
  )
}

function renderPage(router: EntryContext, url: string, reportError: (error: unknown) => void) {
  return new Promise<{ html: Buffer<ArrayBuffer>; hasFailed: boolean }>((resolve, reject) => {
    let hasFailed = false
    const { pipe } = renderToPipeableStream(<ServerRouter context={router} url={url} />, {
      // A page in one piece has no reason to hold parts back for later.
      progressiveChunkSize: Infinity,
      onAllReady() {
        const chunks: Buffer[] = []
        const sink = new Writable({
          write(chunk: Buffer, _encoding, done) {
            chunks.push(chunk)
            done()
          },
        })
        sink.on('finish', () => resolve({ html: Buffer.concat(chunks), hasFailed })).on('error', reject)
        pipe(sink)
      },
      onShellError: reject,
      onError(error) {
        hasFailed = true
        reportError(error)
      },
    })
  })
}

/** Failures that no page expected. A visitor who left is none. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(pageContext).reportError(error)
}
