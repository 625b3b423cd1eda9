import { useMutation } from '@tanstack/react-query'

import type { ShopCells } from '#contract/edit.ts'

import { asOperator } from '#web/lib/as-operator.ts'
import { browserQueries } from '#web/lib/browser.ts'

import { editableShopQuery } from './queries.ts'

export type What = 'shops' | 'offers'
type Withdrawal = { keyText: string; what: What; id: string; how: 'withdraw' | 'restore'; onDone: () => void }

/** Everything that was loaded may show what is no more. A form that is open keeps what is written in it. */
const forgetAll = () => browserQueries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'shop' })

export const useWithdrawal = ({ keyText, what, id, how, onDone }: Withdrawal) =>
  useMutation({
    networkMode: 'always',
    mutationFn: () => asOperator(keyText)(`POST /superadmin/dashboard/${what}/{id}/${how}`, { params: { id } }),
    onSuccess: onDone,
    onSettled: forgetAll,
  })

export const useShopEdit = (keyText: string, id: string) =>
  useMutation({
    networkMode: 'always',
    mutationFn: (body: { version: string; cells: ShopCells }) =>
      asOperator(keyText)('PUT /superadmin/dashboard/shops/{id}', { params: { id }, body }),
    onSuccess: ({ data }) => browserQueries.setQueryData(editableShopQuery(keyText, id).queryKey, data),
    onSettled: forgetAll,
  })
