/** What journeys of likes have in common: the button, what it says, and what it sends. */
import type { Page, Request } from '@playwright/test'

/** The heart of an offer, on its own page. */
export const heart = (page: Page) => page.getByRole('article').getByRole('button', { name: /^Like / })
export const isLike = (request: Request) => request.url().endsWith('/api/v1/interactions') && /_LIKE/.test(request.postData() ?? '')
