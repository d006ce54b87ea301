// Google's logo in its own colours, as its guidelines require on a button.

export function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" width="17" height="17" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M47.5 24.6c0-1.6-.1-3.1-.4-4.6H24v9.1h13.2a11.4 11.4 0 0 1-4.9 7.4v6.1h7.9c4.6-4.3 7.3-10.5 7.3-18z"
      />
      <path
        fill="#34a853"
        d="M24 48c6.6 0 12.2-2.2 16.2-5.9l-7.9-6.1a14.6 14.6 0 0 1-21.8-7.7H2.4v6.3A24 24 0 0 0 24 48z"
      />
      <path fill="#fbbc04" d="M10.5 28.3a14.3 14.3 0 0 1 0-9.2v-6.3H2.4a24 24 0 0 0 0 21.8z" />
      <path
        fill="#ea4335"
        d="M24 9.5c3.6 0 6.8 1.2 9.4 3.7l7-7A24 24 0 0 0 2.4 12.8l8.1 6.3A14.3 14.3 0 0 1 24 9.5z"
      />
    </svg>
  )
}
