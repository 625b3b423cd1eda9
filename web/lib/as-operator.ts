import { createClient } from '#contract/client.ts'

/** The calls of whoever holds the admin key (D-04). */
export const asOperator = (key: string) => createClient('/api/v1', { headers: () => ({ authorization: `Bearer ${key}` }) })
