import { expect, test } from 'vitest'

import { readMarkup, undoDoubleEncoding } from './mended-text.ts'

test.each([
  ['Rice &amp; curry', 'Rice & curry'],
  ['It&rsquo;s &#39;hot&#x27;&nbsp;tea', "It’s 'hot' tea"],
  ['<p>Any two <b class="x">plates</b>.<br/>Hot</p>', 'Any two plates.\nHot\n'],
  ['5 < 6 &unknown; &#0; &#1114112; R&D; a<b', '5 < 6 &unknown; &#0; &#1114112; R&D; a<b'],
  ['&amp;lt;', '&lt;'],
])('%j is %j', (text, plain) => expect(readMarkup(text)).toBe(plain))

test.each([
  ['CafÃ© crÃ¨me', 'Café crème'],
  ['Itâ€™s ðŸ›', undefined],
  ['Itâ€™s', 'It’s'],
  ['Café', undefined],
  ['São Paulo', undefined],
  ['Tea', undefined],
])('%j was %j', (text, mended) => expect(undoDoubleEncoding(text)).toBe(mended))
