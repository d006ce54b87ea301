// The state of the connection, which the leader sends to the other tabs.

export type Link =
  | { is: 'live' }
  /** `behind`: a lower bound for the number of changes that are still to come. */
  | { is: 'catching-up'; behind: number }
  | { is: 'connecting' }
  /** `blocked`: the server responds, but no connection for live updates works. */
  | { is: 'offline'; since: string; blocked?: true }
  | { is: 'outdated' }
  | { is: 'locked' }
  | { is: 'signed-out' }
