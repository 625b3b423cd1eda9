import { useMutation } from '@tanstack/react-query'

import type { ReportReason } from '#contract/report-texts.ts'

import { browserApi, browserQueries } from '#web/lib/browser.ts'
import { isAppError } from '#web/lib/failure.ts'
import { offerDetailQuery } from '#web/offers/queries.ts'
import { showToast } from '#web/ui/toasts.ts'

/** Tells that an offer did not work. Who has told it before is thanked as well; what the page says of it may be new then. */
export const useReport = (offerId: string, onTold: () => void) =>
  useMutation({
    networkMode: 'always',
    mutationFn: (reason: ReportReason) =>
      browserApi('POST /offers/{id}/reports', { params: { id: offerId }, body: { reason } }).then(({ message }) => message, thankAnyway),
    onSuccess: (message) => {
      onTold()
      showToast({ title: message })
      void browserQueries.invalidateQueries({ queryKey: offerDetailQuery(offerId).queryKey })
    },
  })

function thankAnyway(error: unknown) {
  if (isAppError(error) && error.code === 'already_reported') return error.message
  throw error
}
