/** A recommender at the other end of RECOMMENDER_URL that does what a journey tells it: answers a list, keeps silent, or talks nonsense. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { RankedOffers, Reason } from '#contract/recommendation.ts'

export type Peer = {
  url: string
  /** Paths that it was asked for. */
  asked: string[]
  recommend: (list: { id: string; reason: Reason }[]) => void
  hang: () => void
  talkNonsense: () => void
  /** Gone: nobody listens at its port. */
  close: () => Promise<void>
}

export async function openPeer(): Promise<Peer> {
  const asked: string[] = []
  const answer = (body: unknown) => (response: ServerResponse) =>
    response.setHeader('content-type', 'application/json').end(typeof body === 'string' ? body : JSON.stringify(body))
  let reply: (response: ServerResponse) => void = answer([])
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    reply(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    recommend: (list) => {
      const ranked = list.map(({ id, reason }, place) => ({ offerId: id, score: 1 / (place + 1), reason, isExplored: false }))
      reply = answer(ranked satisfies RankedOffers)
    },
    hang: () => void (reply = () => undefined),
    talkNonsense: () => void (reply = answer('<html>It is not you, it is us</html>')),
    close: async () => {
      server.closeAllConnections()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
}
