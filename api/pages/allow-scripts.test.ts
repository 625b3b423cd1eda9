import { hash } from 'node:crypto'

import { expect, test } from 'vitest'

import { allowScripts, isDataOnly, listProviderSources, listScripts } from './allow-scripts.ts'

const hashOf = (script: string) => `'sha256-${hash('sha256', script, 'base64')}'`
const FIRST = '(function(d){d.dataset.scripted=""})(document.documentElement)'
const CONTEXT =
  'window.__reactRouterContext = {"basename":"/","future":{},"x":"\\u003c/script>"};window.__reactRouterContext.stream = new ReadableStream({start(controller){window.__reactRouterContext.streamController = controller;}}).pipeThrough(new TextEncoderStream());'
const CHUNK = 'window.__reactRouterContext.streamController.enqueue("[{\\"_1\\":2},\\"it\'s tea\\"]\\n");'
const MODULES = `import "/assets/manifest-8bace77d.js";
import * as route0 from "/assets/root-C_1x.js";
import * as route1_clientLoader from "/assets/offer-page-client-loader-Bg3diNr4.js";
import * as route1_main from "/assets/offer-page-BVzIX0Ht.js";
const route1 = {...route1_clientLoader,...route1_main};
  
  window.__reactRouterRouteModules = {"root":route0,"offers/offer-page":route1};

import("/assets/entry.client-ChoEK7Ue.js");`
const page = (...more: string[]) =>
  `<!DOCTYPE html><html><head><script>${FIRST}</script><link rel="stylesheet" href="/assets/app.css"/></head><body><p>Tea</p>${more.join('')}` +
  `<script>${CONTEXT}</script><script type="module" async="">${MODULES}</script><script>${CHUNK}</script></body></html>`
const KNOWN = new Set([FIRST])
const scriptsOf = (html: string) => /script-src ([^;]*)/.exec(allowScripts(html, KNOWN))![1]!.split(' ')

test('a page may run its own files, the scripts of every page, and those that carry its data', () => {
  expect(scriptsOf(page())).toEqual(["'self'", hashOf(FIRST), hashOf(CONTEXT), hashOf(MODULES), hashOf(CHUNK)])
  const policy = allowScripts(page(), KNOWN)
  for (const rule of [
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "style-src 'self'",
    "connect-src 'self'",
  ])
    expect(policy).toContain(rule)
  expect(policy).not.toMatch(/unsafe|\*|nonce/)
})

test('Google has its place in the policy where it signs people in, and nowhere else', () => {
  const GOOGLE_SCRIPT_URL = 'https://accounts.google.com/gsi/client'
  expect(listProviderSources({ GOOGLE_CLIENT_ID: undefined, GOOGLE_SCRIPT_URL })).toBeUndefined()
  const policy = allowScripts(page(), KNOWN, listProviderSources({ GOOGLE_CLIENT_ID: 'kade', GOOGLE_SCRIPT_URL }))
  const beside = 'https://accounts.google.com/gsi/'
  expect(policy).toContain(`script-src 'self' ${beside}client 'sha256-`)
  expect(policy).toContain(`style-src 'self' ${beside}; connect-src 'self' ${beside}; frame-src ${beside};`)
  expect(allowScripts(page(), KNOWN)).not.toMatch(/google|frame-src/)
  // Where account information can be asked for, that one address and nothing beside it.
  const told = { GOOGLE_CLIENT_ID: 'kade', GOOGLE_SCRIPT_URL, OIDC_USERINFO_URL: 'https://who.example/me?x=1' }
  expect(allowScripts(page(), KNOWN, listProviderSources(told))).toContain(`connect-src 'self' ${beside} https://who.example/me; frame-src`)
})

test('a script that somebody wrote into a page is not allowed, whatever it looks like', () => {
  const written = [
    'alert(1)',
    `${FIRST};alert(1)`,
    ` ${FIRST}`,
    CHUNK.replace(');', ');alert(1);'),
    'window.__reactRouterContext.streamController.enqueue(alert(1));',
    'window.__reactRouterContext.streamController.enqueue("a"+alert(1)+"b");',
    'window.__reactRouterContext.streamController.enqueue(`${alert(1)}`);',
    CONTEXT.replace('{"basename"', '{x:alert(1),"basename"'),
    `${CONTEXT}alert(1)`,
    `${MODULES}alert(1)`,
    `alert(1);${MODULES}`,
    'import "https://evil.example/x.js";',
    'import("/assets/../uploads/x.webp");',
    'import("//evil.example/x.js");',
    'window.__reactRouterRouteModules = {"root":alert(1)};',
  ]
  const own = scriptsOf(page())
  for (const script of written) expect([script, scriptsOf(page(`<script>${script}</script>`))]).toEqual([script, own])
})

test('files need no hash, blocks of data get none, and modules have one whenever they run', () => {
  const html =
    '<script type="application/ld+json">{"a":1}</script><script src="/assets/a.js"></script><script\ntype="module">a()</script>' +
    `<script type="text/late" data-late>${MODULES}</script>`
  expect(listScripts(html)).toEqual(['{"a":1}', 'a()', MODULES])
  expect(scriptsOf(html)).toEqual(["'self'", hashOf(MODULES)])
})

test('a page of any size is looked through in no time', () => {
  const long = `window.__reactRouterContext.streamController.enqueue("${'\\"tea\\" '.repeat(200_000)}");`
  expect(isDataOnly(long)).toBe(true)
  const slow = `${MODULES.slice(0, -1)}${'\n;'.repeat(50_000)}alert(1)`
  const started = performance.now()
  expect(isDataOnly(slow)).toBe(false)
  expect(performance.now() - started).toBeLessThan(500)
})
