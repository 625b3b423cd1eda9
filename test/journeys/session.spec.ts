/** Signing up, in and out, as a browser does it. */
import { randomUUID } from 'node:crypto'

import { expect, test } from '#test/journey.ts'

import { account, beSignedIn, fillSignIn, NOTHING, openAccount, PASSWORD, readStored } from './accounts.ts'
import { findOffer } from './city.ts'
import { COULD_NOT, ours, toast } from './google-provider.ts'
import { readMails } from './mails.ts'

test('somebody signs up, sees first what is wrong, and is signed in [#10, #77, #79, #137, #172, #173, #174, #175, #176, #178]', async ({
  page,
}) => {
  await page.goto('/terms')
  await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(/\/register$/)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  const name = page.getByLabel('Full name')
  await expect(name).toBeFocused()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toHaveAccessibleDescription('Please enter your name')
  await expect(page.getByLabel('Birthday')).toHaveAccessibleDescription('Please enter your birthday')

  const email = `kamal.${randomUUID()}@post.example`
  await name.fill('Kamal Silva')
  await expect(name).not.toHaveAttribute('aria-invalid')
  await page.getByLabel('Email').fill('kamal@post')
  await page.getByLabel('Phone').fill('077 123')
  await page.getByLabel('Birthday').fill('1990-02-03')
  await page.getByLabel('Password', { exact: true }).fill('12345')
  await page.getByLabel('Confirm password').fill('123456')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByText('Please enter a valid phone number (min. 10 digits)')).toBeVisible()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await expect(page.getByLabel('Gender').locator('option')).toHaveText(['Male', 'Female', 'Other'])
  await expect(page.getByLabel('Gender')).toHaveValue('Other')

  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill('(077) 123-45678')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  const sending = page.waitForRequest('**/consumer/signup')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  expect((await sending).postDataJSON()).toEqual({
    name: 'Kamal Silva',
    email,
    phone: '077 12345678',
    gender: 'Other',
    birthday: '1990-02-03',
    password: PASSWORD,
  })
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome, Kamal.')
  await expect(account(page)).toBeVisible()
})

test('what the server has against a sign-up stands where it belongs, and nothing typed is lost [#138, #233]', async ({
  page,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/status of (400|409|500)/)
  const { email } = await openAccount(request)
  await page.goto('/register')
  await page.getByLabel('Full name').fill('Nilmini Perera')
  await page.getByLabel('Email').fill(email.toUpperCase())
  await page.getByLabel('Phone').fill('077 1234 5678')
  await page.getByLabel('Birthday').fill('1990-02-03')
  await page.getByLabel('Password', { exact: true }).fill('password')
  await page.getByLabel('Confirm password').fill('password')
  const send = () => page.getByRole('button', { name: 'Sign Up' }).click()
  await send()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/among the first that anyone would try/)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await send()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/exists already/)
  await expect(page.getByLabel('Full name')).toHaveValue('Nilmini Perera')
  await page.route('**/consumer/signup', (route) => route.fulfill({ status: 500, body: 'gone' }))
  await page.getByLabel('Email').fill('another@post.example')
  await send()
  await expect(page.getByRole('alert')).toContainText('Could not create account. Please try again.')
  await page.unroute('**/consumer/signup')
  await page.route('**/consumer/signup', (route) => route.fulfill({ status: 201, json: { success: true, message: '' } }))
  await send()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Registration successful. Please log in.')).toBeVisible()

  // The server's own words go before these.
  await page.unroute('**/consumer/signup')
  const words = 'Your account is open. Please look into your mail.'
  await page.route('**/consumer/signup', (route) => route.fulfill({ status: 201, json: { success: true, message: words } }))
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Full name').fill('Nilmini Perera')
  await page.getByLabel('Email').fill('third@post.example')
  await page.getByLabel('Phone').fill('077 1234 5678')
  await page.getByLabel('Birthday').fill('1990-02-03')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await send()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText(words)).toBeVisible()
  expect(await readStored(page)).toEqual(NOTHING)
})

test('a private page leads to sign in and back, with what stood in its address; the session is stored whole [#13, #21, #22, #130, #135, #136, #254]', async ({
  page,
  request,
}) => {
  const { email, user } = await openAccount(request)
  await page.goto('/profile?tab=security')
  await expect(page).toHaveURL(/\/login$/)
  await fillSignIn(page, email)
  await expect(page).toHaveURL(/\/profile\?tab=security$/)
  const { session, token, user: mirror } = await readStored(page)
  expect(session).toMatchObject({
    state: { user: { id: user.id, email }, token, likedOffers: [], likedShops: [], isAuthenticated: true },
    version: 0,
  })
  expect(JSON.parse(mirror!)).toMatchObject({ email })
  // Whoever is signed in has nothing to do there.
  await page.goto('/login')
  await expect(page).toHaveURL(/\/home$/)
  await page.goto('/register')
  await expect(page).toHaveURL(/\/home$/)
})

test('a link within the page asks as well, and signing in on an offer leads back to it [#21, #23, #75, #76, #78]', async ({
  page,
  request,
}) => {
  const { email } = await openAccount(request)
  const { offer } = await findOffer(request, 'rice')
  await page.goto('/terms')
  await page.getByRole('contentinfo').getByRole('link', { name: 'My Profile' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('link', { name: 'Continue as Guest' }).click()
  await expect(page).toHaveURL(/\/$/)
  // The wish is forgotten with it.
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Continue as Guest' }).click()
  await page.goto(`/offers/${offer}`)
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await fillSignIn(page, email)
  await expect(page).toHaveURL(new RegExp(`/offers/${offer}$`))
})

test('a wrong password is said, and what was typed stays; where Google is not set up, the button says so, the policy knows no provider, e-mail works, and Settings do not speak of it [#72, #179, #180, #231, #232]', async ({
  page,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/status of (401|404|500)|ERR_FAILED/)
  const { email } = await openAccount(request)
  const headers = (await page.goto('/login'))!.headers()
  expect(headers['content-security-policy']).not.toMatch(/frame-src|127\.0\.0\.1|google/)
  expect(headers['cross-origin-opener-policy']).toBe('same-origin')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Please enter both email and password.')
  await expect(page.getByLabel('Email')).toBeFocused()
  await fillSignIn(page, email, 'not it')
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Invalid email or password.')
  await expect(page.getByRole('region', { name: /Notifications/ }).getByText('Invalid email or password.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page).toHaveURL(/\/login$/)

  const password = page.getByLabel('Password', { exact: true })
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.route('**/consumer/signin', (route) => route.abort())
  await fillSignIn(page, email)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Login failed')
  await page.unroute('**/consumer/signin')
  await page.route('**/consumer/signin', (route) => route.fulfill({ json: { success: true, token: 'nonsense', message: '' } }))
  await fillSignIn(page, email)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Invalid token received')
  expect(await readStored(page)).toEqual(NOTHING)
  await page.unroute('**/consumer/signin')

  await ours(page).click()
  await expect(toast(page, COULD_NOT)).toBeVisible()
  await expect(toast(page, 'Signing in with Google is not set up here.')).toBeVisible()
  await fillSignIn(page, email)
  await expect(page).toHaveURL(/\/home$/)
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: 'Signed-in devices' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sign in with Google' })).toHaveCount(0)
})

test('a forgotten password is replaced by the link of a mail, whose token leaves the address at once [#73, #164, #181]', async ({
  page,
  request,
  server,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/status of 400/)
  const { email } = await openAccount(request)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Email requiredPlease enter your email address.')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect(dialog).toContainText('If there is an account with this address, a mail with a link is on its way.')
  await dialog.getByRole('button', { name: 'Back to sign in' }).click()
  await expect(page.getByRole('button', { name: 'Forgot password?' })).toBeFocused()

  const findToken = () =>
    readMails(server, email)
      .map((mail) => /login\?reset=([\w-]{20,})/.exec(mail)?.[1])
      .find(Boolean)
  await expect.poll(findToken).toBeTruthy()
  const token = findToken()!
  await page.goto(`/login?reset=${token}`)
  await expect(dialog.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await expect(page).toHaveURL('/login')
  await dialog.getByLabel('New password', { exact: true }).fill('short')
  await dialog.getByRole('button', { name: 'Set password' }).click()
  await expect(dialog.getByText('Password must be at least 6 characters')).toBeVisible()
  await dialog.getByLabel('New password', { exact: true }).fill('three umbrellas, no rickshaw')
  await dialog.getByLabel('Confirm password').fill('three umbrellas, no rickshaw')
  await dialog.getByRole('button', { name: 'Set password' }).click()
  await expect(dialog.getByRole('heading', { name: 'Your password is changed' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await fillSignIn(page, email, 'three umbrellas, no rickshaw')
  await expect(page).toHaveURL('/home')
  await expect(account(page)).toBeVisible()

  // The link is used up, also for whoever is signed in.
  await page.goto(`/login?reset=${token}`)
  await dialog.getByLabel('New password', { exact: true }).fill('four umbrellas')
  await dialog.getByLabel('Confirm password').fill('four umbrellas')
  await dialog.getByRole('button', { name: 'Set password' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This link has been used or is too old.')
  await dialog.getByRole('button', { name: 'Ask for a new link' }).click()
  await page.route('**/consumer/forgot-password', (route) => route.abort())
  consoleWatch.expectConsole(/ERR_FAILED/)
  await dialog.getByLabel('Email').fill('nobody@post.example')
  await dialog.getByRole('button', { name: 'Send link' }).click()
  // The confirmation is the same even on failure.
  await expect(dialog).toContainText('If there is an account with this address, a mail with a link is on its way.')
})

test('signing out ends on the sign-in page, tells the server, and Back shows nothing private [#28, #42, #140]', async ({
  page,
  request,
}) => {
  const { token, email, user } = await beSignedIn(page, request)
  await page.goto('/profile')
  await expect(page.getByRole('main')).toContainText(email)
  await account(page).click()
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitem').first()).toHaveText(`Nilmini Perera${email}`)
  await page.keyboard.press('Escape')
  await expect(account(page)).toBeFocused()
  await page.keyboard.press('Enter')
  const leaving = page.waitForResponse('**/consumer/logout')
  await menu.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await leaving
  expect(await readStored(page)).toEqual(NOTHING)
  await page.goBack()
  await expect(page.getByText(email)).toHaveCount(0)
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/login$/)
  const answer = await request.get(`/api/v1/consumer/${user.id}`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status()).toBe(401)
})
