// The target browsers of both builds. They support light-dark() and nesting, so the builds do not transform
// them.

export const BROWSERS = { target: 'es2023', cssTarget: ['chrome125', 'safari17.5', 'firefox128'] }
