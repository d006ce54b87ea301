// Short explanations of the terms of Google Analytics, shown beside each figure.

export const MEANINGS = {
  total_users: 'People who visited',
  new_users: 'First-time visitors',
  sessions: 'All visits',
  engaged_sessions: 'Visits that stayed a while',
  bounce_rate: 'Left at once',
  avg_engagement_time: 'How long a visit lasts',
  conversions: 'Orders and calls',
} as const
