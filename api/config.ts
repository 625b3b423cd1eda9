/** Every variable of the process, checked once. Nothing else reads process.env. */
import { readFileSync } from 'node:fs'
import path from 'node:path'

import * as z from 'zod'

import { city, type City } from '#contract/city.ts'
import { colombo } from '#contract/colombo.ts'

const flag = z.enum(['0', '1', 'true', 'false'], 'must be 1 or 0').transform((value) => value === '1' || value === 'true')
const number = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'must be a number')
    .transform(Number)
    .pipe(z.number().min(min).max(max))
const httpAddress = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })
const webAddress = httpAddress.transform((address) => address.replace(/\/+$/, ''))

/** `https://app.example, https://other.example`: origins as browsers send them. */
const origins = z
  .string()
  .transform((list) => list.split(',').map((origin) => origin.trim().replace(/\/$/, '')))
  .refine((list) => list.every(isOrigin), 'must be origins such as https://app.example, separated by commas')
const isOrigin = (text: string) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text

const environment = z.object({
  PORT: number(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .default('data')
    .transform((directory) => path.resolve(directory)),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  PUBLIC_URL: webAddress.optional(),
  SUPERADMIN_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  DEMO: flag.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  CITY_FILE: z.string().optional(),
  SUPPORT_EMAIL: z.email().default('help@kade.example'),
  SOURCE_URL: webAddress.default('https://source.kade.example'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// address' }).optional(),
  MAIL_FROM: z.string().default('Kade <hello@kade.example>'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  // Compared to the letter with what a proof says, so it stays as it is.
  OIDC_ISSUER: httpAddress.default('https://accounts.google.com'),
  GOOGLE_SCRIPT_URL: httpAddress.default('https://accounts.google.com/gsi/client'),
  // For a provider whose script gives an access token. Google's own gives none: its ID token says the same.
  OIDC_USERINFO_URL: httpAddress.optional(),
  S3_URL: webAddress.optional(),
  S3_BUCKET: z.string().optional(),
  RECOMMENDER_URL: webAddress.optional(),
  RECOMMENDER_BUDGET: number(1, 5_000).default(150),
  TRUST_PROXY: z.string().optional().describe('Addresses or networks of proxies whose X-Forwarded-For is believed'),
  METRICS_PORT: number(1, 65_535).optional(),
  CORS_ORIGINS: origins.default([]),
  THROTTLE_FACTOR: number(0, 1_000_000).default(1),
  FETCH_IMAGES: flag.default(false),
  IMPORT_MAX_MB: number(0.001, 10_000).default(100),
  CARDS_IN_MEMORY: number(1, 100_000).pipe(z.int('must be a whole number')).default(10_000),
  API_DOCS: flag.default(true),
})

export type Config = z.output<typeof environment> & { city: City }

/** A variable that cannot be used. Its message is one line for whoever starts the server. */
export class ConfigError extends Error {}

/** Reads the configuration. An empty variable counts as not set. `otherwise` is what a process takes that is not the server. Throws `ConfigError`. */
export function readConfig(variables: Record<string, string | undefined>, otherwise: Record<string, string> = {}): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''))
  const result = environment.safeParse({ ...otherwise, ...given })
  if (!result.success) {
    const [issue] = result.error.issues
    throw new ConfigError(`${String(issue?.path[0])} is not usable: ${issue?.message}. Change it or leave it out (see .env.example).`)
  }
  return { ...result.data, city: result.data.CITY_FILE ? readCity(result.data.CITY_FILE) : colombo }
}

function readCity(file: string): City {
  try {
    const result = city.safeParse(JSON.parse(readFileSync(file, 'utf8')))
    if (result.success) return result.data
    const [issue] = result.error.issues
    throw new ConfigError(`CITY_FILE is not usable: ${issue?.path.join('.')}: ${issue?.message} (${file})`)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`CITY_FILE is not usable: ${(error as Error).message} (${file})`)
  }
}
