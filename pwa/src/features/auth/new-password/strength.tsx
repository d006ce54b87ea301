// The strength meter of a new password, in its own chunk that loads after the form.
export { StrengthMeter as default } from '../../../ui/form/strength-meter'
