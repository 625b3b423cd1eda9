/** What the frame costs: a Fastify with the product's hooks and headers that answers the same bytes to everyone. */
import multipart from '@fastify/multipart'

import { readConfig } from '#api/config.ts'
import { openService } from '#api/http/open-service.ts'
import { openPool } from '#db/connection.ts'

export type EchoRequest = { body: string }

if (import.meta.main) {
  let body = Buffer.from('{}')
  // Nobody asks it for anything.
  const pool = await openPool('postgres://127.0.0.1/nothing')
  const { server } = openService({ config: readConfig({ ...process.env, LOG_LEVEL: 'warn' }), pool })
  await server.register(multipart)
  server.get('/*', async (_, reply) =>
    reply
      .header('etag', '"the-same-for-all"')
      .header('cache-control', 'public, no-cache')
      .header('content-type', 'application/json; charset=utf-8')
      .send(body),
  )
  await server.listen({ port: 0, host: '127.0.0.1' })
  process.on('message', (request: EchoRequest) => {
    body = Buffer.from(request.body)
    process.send!({ port: (server.server.address() as { port: number }).port })
  })
  process.on('disconnect', () => process.exit(0))
}
