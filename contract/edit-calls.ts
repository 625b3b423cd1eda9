/** The calls with which an operator changes the catalogue by hand: a part of the table in calls.ts. */
import * as z from 'zod'

import { editableShop, foundOffer, foundOfferQuery, foundShop, foundShopQuery, newShopBody, shopEditBody } from './edit.ts'
import { rowProblem } from './import.ts'
import { done, idParams as params, one, page } from './wire.ts'

const who = 'admin'
const savedShop = one(editableShop).extend({ message: z.string(), warnings: z.array(rowProblem.omit({ row: true })) })

export const editCalls = {
  'GET /superadmin/dashboard/shops': {
    who,
    summary: 'Find shops, withdrawn ones too, by name, category or address',
    query: foundShopQuery,
    answer: page(foundShop),
  },
  'GET /superadmin/dashboard/offers': {
    who,
    summary: 'Find offers, expired and withdrawn ones too, those that end last first',
    query: foundOfferQuery,
    answer: page(foundOffer),
  },
  'GET /superadmin/dashboard/shops/{id}': { who, summary: 'One shop, to be changed', params, answer: one(editableShop) },
  'POST /superadmin/dashboard/shops': {
    who,
    summary: 'Add a shop, as a file of shops with one row would. One that was withdrawn comes back; 400 where it shows already',
    body: newShopBody,
    answer: savedShop,
    status: 201,
  },
  'PUT /superadmin/dashboard/shops/{id}': {
    who,
    summary:
      'Change a shop. Its id, its offers and likes stay, and files that name it as it was called mean it still. 409 where somebody has changed it since',
    params,
    body: shopEditBody,
    answer: savedShop,
  },
  'POST /superadmin/dashboard/shops/{id}/withdraw': {
    who,
    summary: 'Take a shop and its offers out of sight. Doing it twice changes nothing',
    params,
    answer: done,
  },
  'POST /superadmin/dashboard/shops/{id}/restore': {
    who,
    summary: 'Show a shop again, and the offers that went with it. Doing it twice changes nothing',
    params,
    answer: done,
  },
  'POST /superadmin/dashboard/offers/{id}/withdraw': {
    who,
    summary: 'Take an offer out of sight. Doing it twice changes nothing',
    params,
    answer: done,
  },
  'POST /superadmin/dashboard/offers/{id}/restore': {
    who,
    summary: 'Show an offer again. 409 where its shop is withdrawn',
    params,
    answer: done,
  },
} as const
