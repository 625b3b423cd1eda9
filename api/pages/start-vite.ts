import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'

/** Vite inside this server, for `--dev`: it answers for sources and styles, and sends what changes through the same port. */
export async function startVite(app: FastifyInstance) {
  const { createServer } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server: app.server } }, appType: 'custom' })
  // What Vite answers itself never comes back from here.
  app.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, () => done()))
  app.addHook('onClose', () => vite.close())
  return async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
}
