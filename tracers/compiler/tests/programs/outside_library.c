/* The library that outside.c spends its time in: some microseconds a call. */
double settle(double x) {
  for (int i = 0; i < 1000; ++i) x = x * 0.999 + 1;
  return x;
}
