import type { FastifyInstance } from 'fastify'

import type { Context } from '../context.ts'

/** `/healthz`: the process lives. `/readyz`: it reaches its database, so a load balancer may send people here. */
export function registerHealth(server: FastifyInstance, { pool }: Context) {
  server.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  server.get('/readyz', { schema: { hide: true } }, async (_, reply) => {
    try {
      await pool.query('select 1')
      return { status: 'ready' }
    } catch {
      return reply.code(503).header('retry-after', '2').send({ status: 'database unavailable' })
    }
  })
}
