/** The calls of imports: checked, mended, published, undone, taken out again, and their pictures. A part of the table in calls.ts. */
import * as z from 'zod'

import { fetchedPictures } from './fetched-pictures.ts'
import { checkQuery, importDetail, importQuery, importReport, importSummary, mendBody, refusedRow } from './import.ts'
import { cursor, done, idParams as params, limit, one, page } from './wire.ts'

const who = 'admin'

export const importCalls = {
  'POST /superadmin/dashboard/import/csv': {
    who,
    summary: 'Import offers, or shops alone, from a CSV file. Nothing shows before everything does',
    query: importQuery,
    file: 'csv',
    answer: one(importReport).extend({ message: z.string() }),
  },
  'POST /superadmin/dashboard/imports': {
    who,
    summary: 'Check a CSV file: what would change. The answer comes once the file is received; follow the import from there',
    query: checkQuery,
    file: 'csv',
    answer: one(importSummary),
    status: 201,
  },
  'GET /superadmin/dashboard/imports': {
    who,
    summary: 'The imports, the latest first',
    query: z.object({ cursor: cursor.optional(), limit: limit.optional() }),
    answer: page(importSummary),
  },
  'GET /superadmin/dashboard/imports/{id}': {
    who,
    summary: 'One import: how far it is, what it would change or has changed, and what is wrong with its rows',
    params,
    answer: one(importDetail),
  },
  'GET /superadmin/dashboard/imports/{id}/refused': {
    who,
    summary: 'The refused rows of an import, with their cells and what is wrong with them',
    params,
    query: z.object({ cursor: cursor.optional(), limit: limit.optional() }),
    answer: page(refusedRow),
  },
  'GET /superadmin/dashboard/imports/{id}/refused.csv': {
    who,
    summary: 'The refused rows as a file, with a column `reason`: to be mended, and imported as it is',
    params,
    answer: z.string(),
    type: 'text/csv',
  },
  'POST /superadmin/dashboard/imports/{id}/rows': {
    who,
    summary: 'Check refused rows again, with cells that were mended. 409 where the import does not wait for a decision any more',
    params,
    body: mendBody,
    answer: one(importDetail).extend({ message: z.string() }),
  },
  'POST /superadmin/dashboard/imports/{id}/publish': {
    who,
    summary: 'Show what was checked to everybody. 409 where it does not wait for that any more',
    params,
    answer: one(importDetail).extend({ message: z.string() }),
  },
  'POST /superadmin/dashboard/imports/{id}/cancel': {
    who,
    summary: 'Cancel an import that is running or waits for a decision. Nothing is changed',
    params,
    answer: done,
  },
  'GET /superadmin/dashboard/export/offers.csv': {
    who,
    summary: 'Every offer that shows, with its shop, as a file that imports to the same state. Withdrawn ones are left out',
    answer: z.string(),
    type: 'text/csv',
  },
  'GET /superadmin/dashboard/export/shops.csv': {
    who,
    summary: 'Every shop that shows, those without offers too',
    answer: z.string(),
    type: 'text/csv',
  },
  'GET /superadmin/dashboard/imports/{id}/offers.csv': {
    who,
    summary: 'The offers of one import as they are now: those that it brought, and those whose facts are as it left them',
    params,
    answer: z.string(),
    type: 'text/csv',
  },
  'GET /superadmin/dashboard/imports/{id}/shops.csv': {
    who,
    summary: 'The shops of one import as they are now: those that it brought, and those whose facts are as it left them',
    params,
    answer: z.string(),
    type: 'text/csv',
  },
  'GET /superadmin/dashboard/pictures': {
    who,
    summary: 'How it stands with the pictures that imports name: how many were fetched, and what went wrong last',
    answer: one(fetchedPictures),
  },
  'POST /superadmin/dashboard/pictures/retry': {
    who,
    summary: 'Ask once more for the pictures that were given up',
    answer: done,
  },
  'POST /superadmin/dashboard/imports/{id}/undo': {
    who,
    summary: 'Take back a published import: what it created is withdrawn, what it changed is as before. Follow the import that this begins',
    params,
    answer: one(importSummary),
    status: 201,
  },
  'DELETE /superadmin/dashboard/demo': {
    who,
    summary: 'Remove the demo city',
    answer: one(z.object({ offers: z.number().int(), shops: z.number().int() })).extend({ message: z.string() }),
  },
} as const
