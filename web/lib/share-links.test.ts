import { expect, test } from 'vitest'

import { shareLinks } from './share-links.ts'

test('a page is shared by address and title, over https, whatever letters they have [#96, #230]', () => {
  const { facebook, twitter, email } = shareLinks('https://kade.example/offers/1?a=b&c', '50% off & more #today')
  expect(facebook).toBe('https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Fkade.example%2Foffers%2F1%3Fa%3Db%26c')
  expect(new URL(twitter).searchParams.get('text')).toBe('50% off & more #today')
  expect(new URL(twitter).searchParams.get('url')).toBe('https://kade.example/offers/1?a=b&c')
  expect(email).toBe(
    'mailto:?subject=50%25%20off%20%26%20more%20%23today&body=50%25%20off%20%26%20more%20%23today%0Ahttps%3A%2F%2Fkade.example%2Foffers%2F1%3Fa%3Db%26c',
  )
})
