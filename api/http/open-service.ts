/** A server with what holds for everything that it answers: sizes and times, failures in the wire's shape, the edge. */
import fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify'

import { AppError } from '#contract/errors.ts'

import { clockSpans, learnClock, MINUTE } from '#contract/time.ts'
import type { Pool } from '#db/connection.ts'

import type { Config } from '../config.ts'
import { createContext, type Clock, type Context } from '../context.ts'
import { refuseConnection, sendFailure } from './failure.ts'
import { guardEdge, makeRequestId, markAnswer } from './guard-edge.ts'
import { createSecurityHeaders } from './security-headers.ts'
import { createLogOptions } from './write-log.ts'

const JSON_LIMIT = 256 * 1024

export type ServiceParts = { config: Config; pool: Pool; clock?: Clock; logger?: NonNullable<FastifyServerOptions['logger']> }
export type Service = { server: FastifyInstance; context: Context }

/** A server over an open, migrated database, with what its features work with. It listens to nobody yet. */
export function openService({ config, pool, clock, logger = createLogOptions(config) }: ServiceParts): Service {
  const server = openServer(config, logger)
  const context = createContext({ config, pool, log: server.log, ...(clock && { clock }) })
  learnClock(config.city.timeZone, clockSpans(context.clock.now(), config.city.timeZone))
  return { server, context }
}

function openServer(config: Config, logger: NonNullable<FastifyServerOptions['logger']>): FastifyInstance {
  const headersFor = createSecurityHeaders(config)
  const server = fastify({
    logger,
    bodyLimit: JSON_LIMIT,
    trustProxy: config.TRUST_PROXY ?? false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // From the first byte to the last: who sends slower holds a connection for nothing. The longest is a file to import.
    requestTimeout: 5 * MINUTE,
    genReqId: makeRequestId,
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, headersFor('')),
    frameworkErrors: (error, request, reply) => void sendFailure(error, request, markAnswer(request, reply, headersFor)),
    // Quiet logs for what is asked all the time; failures are always written.
    logController: new LogController({ disableRequestLogging: true }),
    // Refused below, in the shape of every failure.
    return503OnClosing: false,
  })
  server.setErrorHandler(sendFailure)
  server.setNotFoundHandler((request, reply) => sendFailure(new AppError('not_found'), request, reply))
  let isClosing = false
  server.addHook('preClose', async () => {
    isClosing = true
  })
  guardEdge(server, config, headersFor)
  server.addHook('onRequest', (_, __, next) => next(isClosing ? new AppError('unavailable', { retryAfter: 2 }) : undefined))
  // The contract's own schemas are run by bindCall: here they only describe.
  server.setValidatorCompiler(() => (value) => ({ value }))
  server.setSerializerCompiler(() => JSON.stringify)
  return server
}
