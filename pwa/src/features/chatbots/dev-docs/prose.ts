// Texts of the Developer Docs. A test checks that every route, table and function named here exists.
import { PRODUCT_NAME } from '../../../lib/product'

export const PRODUCT = [
  `${PRODUCT_NAME} is a client portal: small businesses follow their marketing results, and their agency answers, reports and trains chatbots for them.`,
  'A row changes in one transaction together with its place in a log; the log flows to every device allowed to see it; a device shows only what it has stored, and what a person does offline flows back exactly once.',
]

export const ROUTES: readonly (readonly [path: string, what: string])[] = [
  ['/', 'The landing page.'],
  ['/pricing', 'The plan and its questions.'],
  ['/auth', 'Sign in and sign up.'],
  ['/dashboard', 'The admin dashboard, or a client’s own.'],
  ['/dashboard/messaging', 'One conversation for each client.'],
  ['/dashboard/reports', 'Weekly reports with their videos.'],
  ['/dashboard/connections', 'Where a client’s figures come from.'],
  ['/dashboard/subscriptions', 'What a client pays for.'],
  ['/dashboard/settings', 'Profile, devices, security.'],
  ['/dashboard/chatbot', 'A client’s chatbots.'],
  ['/dashboard/spam-catcher', 'Coming soon.'],
  ['/dashboard/chatbot-management', 'Admins: bots, training, assignments.'],
  ['/dashboard/chat-interface', 'Admins: try any bot.'],
  ['/dashboard/website-settings', 'Admins: logo, color and titles of the public pages.'],
  ['/dashboard/dev-docs', 'Admins: this page.'],
  ['/dashboard/old', 'The overview with sample figures.'],
  ['/connect-ga', 'Connect Google Analytics.'],
  ['/oauth2callback', 'The way back from Google.'],
  ['/checkout/success', 'After the payment.'],
  ['/add-payment-method', 'A card, before the dashboard opens.'],
]

export const TABLES: readonly (readonly [name: string, what: string])[] = [
  ['clients', 'The businesses; a row without a user waits for its sign-up.'],
  ['admins', 'Provider staff; a row here makes someone an admin.'],
  ['messages', 'What was written between a client and the provider.'],
  ['reports', 'What a client reads each week: a text, and a video.'],
  ['chatbots', 'Bots with their status: training, active or not listed.'],
  ['training_data', 'What a bot answers from.'],
  ['chat_messages', 'What a person and a bot have said; nobody else reads it.'],
]

export const FUNCTIONS: readonly (readonly [name: string, what: string])[] = [
  ['create-checkout-session', 'Begins a subscription at Stripe.'],
  ['create-portal-session', 'Opens Stripe’s page to change or end it.'],
  ['stripe-webhook', 'Hears from Stripe, by signature.'],
  ['generate-chat-response', 'Answers a question to a bot.'],
]

export const ROLES: readonly (readonly [name: string, what: string])[] = [
  [
    'Admin',
    'Has a row in admins. Manages clients, reports, chatbots and the website; needs no card on file.',
  ],
  ['Client', 'Is the person of one client. Sees that client’s data alone; needs a card on file.'],
]

export const ACCESS =
  'Access rules let admins see all data, clients only their own, and the public only website content. The server checks each request, stream and file.'

export const BACKLOG = [
  'Spam Catcher',
  'Google Search Console and Facebook Ads as data sources',
  'Answers of bots in the agency’s own conversations',
]
