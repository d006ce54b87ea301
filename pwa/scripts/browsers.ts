// The browsers that both builds are made for; light-dark() and nesting stay as they are written.

export const BROWSERS = { target: 'es2023', cssTarget: ['chrome125', 'safari17.5', 'firefox128'] }
