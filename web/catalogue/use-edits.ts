import { useMutation } from '@tanstack/react-query'

import type { EditableShop, ShopCells } from '#contract/edit.ts'

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

/** Saves cells: of the shop that is edited, in the edition that the form was filled from, or of a new one. */
export const useShopSaving = (keyText: string, shop: EditableShop | undefined) =>
  useMutation({
    networkMode: 'always',
    mutationFn: (cells: ShopCells) => {
      const ask = asOperator(keyText)
      if (!shop) return ask('POST /superadmin/dashboard/shops', { body: { cells } })
      return ask('PUT /superadmin/dashboard/shops/{id}', { params: { id: shop.id }, body: { version: shop.version, cells } })
    },
    onSuccess: ({ data }) => browserQueries.setQueryData(editableShopQuery(keyText, data.id).queryKey, data),
    onSettled: forgetAll,
  })
