import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'

/** The API's documentation at /api/docs, made from the contract's own schemas. */
export async function serveDocs(server: FastifyInstance) {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Kade',
        version: '1',
        description:
          'Every answer is an object: `{ success: true, data, … }`, or `{ success: false, error, message, code, fields }`. Dates are ISO 8601 in UTC, prices are in the currency of the city, distances are kilometres.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  await server.register(swaggerUi, { routePrefix: '/api/docs', indexPrefix: '', logLevel: 'warn' })
}
