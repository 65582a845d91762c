/** Sums what payments brought: the credits, and the money by currency without refunds and disputes. */

type Payment = {
  state: string;
  credits: number;
  amount_minor: number;
  refunded_minor: number;
  withdrawn_minor: number;
  currency: string;
};

type Money = { currency: string; minor: number };

export function boughtBy(payments: readonly Payment[]): { credits: number; paid: Money[] } {
  const sums = new Map<string, number>();
  let credits = 0;
  for (const payment of payments) {
    if (payment.state !== "paid") continue;
    const { amount_minor, refunded_minor, withdrawn_minor, currency } = payment;
    credits += payment.credits;
    const kept = amount_minor - refunded_minor - withdrawn_minor;
    sums.set(currency, (sums.get(currency) ?? 0) + kept);
  }
  return { credits, paid: [...sums].map(([currency, minor]) => ({ currency, minor })) };
}
