import { AppError } from '#contract/errors.ts'
import { wallTime } from '#contract/time.ts'

import { recordAct } from '../admin/record-audit.ts'
import type { AdminGuard } from '../admin/require-admin.ts'
import type { Context } from '../context.ts'
import type { Bind } from '../http/bind-call.ts'
import { createStreams } from '../http/streamed-answer.ts'
import { getImport } from '../imports/get-import.ts'
import { writeOffers, writeShops } from './write-files.ts'

const AT_ONCE = 2

export function registerExports(bind: Bind, context: Context, requireAdmin: AdminGuard) {
  const { config, clock } = context
  const open = createStreams({ atOnce: AT_ONCE, busy: 'Two exports are being downloaded already. Come back in a moment.' })
  const guards = [requireAdmin('export')]
  /** A file of today's name. Who takes the catalogue away is written down: it holds redemption codes. */
  const answer = (request: Parameters<typeof recordAct>[2], name: string, pieces: () => AsyncIterable<string>) =>
    recordAct(
      context,
      'export',
      request,
      async () => {
        const { day } = wallTime(clock.now(), config.city.timeZone)
        return open(pieces, { 'content-disposition': `attachment; filename="${name}-${day}.csv"` })
      },
      () => ({ file: name }),
    )

  bind('GET /superadmin/dashboard/export/offers.csv', {
    guards,
    handle: (_, request) => answer(request, 'offers', () => writeOffers(context)),
  })
  bind('GET /superadmin/dashboard/export/shops.csv', {
    guards,
    handle: (_, request) => answer(request, 'shops', () => writeShops(context)),
  })
  for (const [what, write] of [
    ['offers', writeOffers],
    ['shops', writeShops],
  ] as const)
    bind(`GET /superadmin/dashboard/imports/{id}/${what}.csv`, {
      guards,
      handle: async ({ params: { id } }, request) => {
        const { id: importId, state } = await getImport(context, id)
        if (state !== 'published') throw new AppError('import_not_found')
        return answer(request, `import-${importId}-${what}`, () => write(context, importId))
      },
    })
}
