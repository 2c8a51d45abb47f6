#include <fmt/format.h>

#include "hpcast/base/text.h"
#include "hpcast/base/units.h"
#include "hpcast/faces/report/kit/bar_chart.h"
#include "hpcast/faces/report/kit/markup.h"
#include "hpcast/faces/report/kit/scatter.h"
#include "hpcast/faces/report/power/figures.h"
#include "hpcast/faces/report/power/report.h"

namespace hpcast::report {

namespace {

using answers::FitQuality;
using answers::PowerCoefficient;
using answers::PowerFit;

std::string quality_html(const PowerFit& fit) {
  const FitQuality& q = fit.quality();
  std::string html = fmt::format("<p class=\"verdict\"><span class=\"time\">{}</span>",
                                 format_percent(q.left_out_error.value_or(q.mean_error)));
  html += "off in the mean for " +
          (q.left_out_error ? answers::left_out_text(fit) : std::string("what was learnt from"));
  html += fmt::format("; residual {}{}, R² {}; {} of {}</p>\n", answers::residual_text(q),
                      q.residual_w ? " a node" : "", answers::r2_text(q),
                      counted(fit.samples.size(), "sample"),
                      counted(fit.applications.size(), "application"));
  return html;
}

std::string fit_verdict(const PowerFit& fit) {
  std::string html = fit.power_is_constant()
                         ? "<p class=\"verdict\">" + escape(fit.verdict) + "</p>\n"
                         : quality_html(fit);
  for (const std::string& warning : fit.warnings)
    html += "<p class=\"partial\"><b>Warning:</b> " + escape(warning) + "</p>\n";
  return html;
}

std::string with_error(const PowerCoefficient& c) {
  std::string text = watts_text(c.watts);
  if (c.standard_error) text += " ± " + watts_text(*c.standard_error);
  return text;
}

std::string coefficients_card(const PowerFit& fit) {
  std::string html =
      "<div class=\"card\"><h3>Coefficients</h3><p class=\"note\">Watts of a node at an activity "
      "of "
      "1, with standard errors. VIF: by how much a coefficient's variance is larger than were its "
      "term independent of the others.</p><div class=\"scroll\"><table><thead><tr>"
      "<th class=\"l\">Term</th><th>least squares</th><th>not "
      "negative</th><th>VIF</th><th>each</th>"
      "<th>mean activity</th></tr></thead><tbody>\n";
  for (std::size_t i = 0; i < fit.terms.size(); ++i) {
    const answers::FittedTerm& f = fit.fitted[i];
    const auto joules = fit.terms[i].joules();
    html += fmt::format(
        "<tr><th>{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.3g}</td></tr>\n",
        escape(fit.terms[i].title), with_error(f.ordinary), with_error(f.nonnegative),
        f.inflation ? fmt::format("{:.3g}", *f.inflation) : "–",
        joules ? format_scaled(*joules, "J/" + fit.terms[i].unit) : "–", f.mean_activity);
  }
  return html + fmt::format(
                    "</tbody></table></div><p>In the model: {}. Condition number {:.3g}.</p>"
                    "</div>\n",
                    fit.nonnegative ? "those that are not negative" : "least squares",
                    fit.condition);
}

std::string applications_card(const PowerFit& fit) {
  std::string html =
      "<details class=\"card\" open><summary>All applications</summary><div class=\"scroll\">"
      "<table class=\"sortable\"><thead><tr><th class=\"l\">Application</th><th>samples</th>"
      "<th>measured</th><th>fitted</th><th>mean error</th><th>left out</th></tr></thead><tbody>\n";
  const auto percent = [](double error) {
    return fmt::format("<td data-v=\"{:.9f}\">{}</td>", error, format_percent(error));
  };
  for (std::size_t i = 0; i < fit.applications.size(); ++i) {
    const answers::FittedApplication& a = fit.applications[i];
    const double measured = fit.groups[i].measured_w.value_or(0);
    const double fitted = answers::sum_of(fit.groups[i].watts);
    html += fmt::format(
        "<tr><th>{}</th><td>{}</td><td data-v=\"{}\">{}</td><td data-v=\"{}\">{}</td>{}{}</tr>\n",
        escape(a.name), a.samples, measured, watts_text(measured), fitted, watts_text(fitted),
        percent(a.mean_error), a.left_out_error ? percent(*a.left_out_error) : "<td>–</td>");
  }
  return html + "</tbody></table></div></details>\n";
}

std::string sample_scatter(const PowerFit& fit) {
  ScatterChart chart;
  chart.title = "Fitted power over measured power of each sample";
  chart.y_label = "fitted";
  chart.text = watts_text;
  chart.noun = "sample";
  chart.band = 0.05;
  std::vector<ScatterDot> dots;
  for (const answers::FittedSample& sample : fit.samples)
    dots.push_back({sample.measured_w, sample.fitted_w, 1});
  return "<figure><h3>Fitted over measured</h3>\n<figcaption>The larger a dot, the more samples. "
         "What is off by 5 % at most lies in the band.</figcaption>\n" +
         scatter_chart(chart, dots) + "</figure>\n";
}

std::string error_bars(const PowerFit& fit) {
  std::vector<NamedBar> bars;
  for (const answers::FittedApplication& a : fit.applications) {
    const double error = a.left_out_error.value_or(a.mean_error);
    bars.push_back({a.name, error, format_percent(error), a.mean_error});
  }
  return "<figure><h3>Mean errors</h3>\n<figcaption>Of applications that were left out; the line "
         "across: learnt from.</figcaption>\n" +
         bar_chart("Mean errors by application", bars) + "</figure>\n";
}

}  // namespace

std::string html_page(const PowerFit& fit) {
  const std::string name = fit.model + " · " + fit.coefficients;
  std::string html = "<section class=\"result\">" + page_heading("Power model", name) +
                     fit_verdict(fit) + coefficients_card(fit);
  html += power_breakdown(fit.terms, fit.groups) + power_correlations(fit.terms, fit.groups);
  // Errors of 0 % would say of a power that never changed that it is well forecast.
  if (!fit.power_is_constant())
    html += "<div class=\"pair\">" + sample_scatter(fit) + error_bars(fit) + "</div>\n" +
            applications_card(fit);
  html += list_card("Assumed", fit.assumptions) + list_card("Left out", fit.not_modelled);
  return page(name + ": " + fit.verdict, html + "</section>\n");
}

}  // namespace hpcast::report
