import { useMutation, useQuery } from '@tanstack/react-query'

import type { Answer } from '#contract/calls.ts'

import { asOperator } from '#web/lib/as-operator.ts'
import { browserQueries } from '#web/lib/browser.ts'
import { isAppError } from '#web/lib/failure.ts'
import { offerDetailQuery } from '#web/offers/queries.ts'

const LIST = 'GET /superadmin/dashboard/reports'
const LIST_KEY = ['superadmin', 'reports']

/** The list as it was last asked for, by `refetch`. It is forgotten with the page, as the admin key is, which stands in no key of it. */
export const useReportedOffers = (key: string) =>
  useQuery({ queryKey: LIST_KEY, queryFn: () => asOperator(key)(LIST), enabled: false, gcTime: 0, throwOnError: false })

/** An offer has been checked: it leaves the list, and its page says nothing of it any more. So it is where somebody else was faster. */
export const useCheck = (key: string, id: string, onChecked: () => void) =>
  useMutation({
    networkMode: 'always',
    mutationFn: () => asOperator(key)('DELETE /superadmin/dashboard/reports/{id}', { params: { id } }).catch(acceptGone),
    onSuccess: () => {
      browserQueries.setQueryData<Answer<typeof LIST>>(
        LIST_KEY,
        (list) => list && { ...list, data: list.data.filter((offer) => offer.id !== id), total: list.total - 1 },
      )
      void browserQueries.invalidateQueries({ queryKey: offerDetailQuery(id).queryKey })
      onChecked()
    },
  })

function acceptGone(error: unknown) {
  if (!isAppError(error) || error.code !== 'offer_not_found') throw error
}

/** A check is taken back: the offer is on the list again, and its page may warn again. */
export const useReopening = (key: string, id: string, onDone: () => void) =>
  useMutation({
    networkMode: 'always',
    mutationFn: () => asOperator(key)('POST /superadmin/dashboard/reports/{id}/reopen', { params: { id } }),
    onSuccess: () => {
      void browserQueries.invalidateQueries({ queryKey: offerDetailQuery(id).queryKey })
      onDone()
    },
  })
