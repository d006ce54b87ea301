// What the terms of Google Analytics mean, in the few words that stand beside each figure.

export const MEANINGS = {
  total_users: 'People who visited',
  new_users: 'People who came for the first time',
  sessions: 'All visits, also repeated ones',
  engaged_sessions: 'Visits that stayed to read or click',
  bounce_rate: 'Visits that left at once; lower is better',
  avg_engagement_time: 'How long a visit lasts',
  conversions: 'Orders, calls and sign-ups',
} as const
