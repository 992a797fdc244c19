//! Plots as SVG: quantile (cactus), scatter, upset.

use std::fmt::Display;

use plotters::coord::Shift;
use plotters::prelude::*;

use crate::results::Results;
use crate::statistics::groups;

/// Colours that differ in lightness too, for readers who see few colours (after Okabe and Ito).
const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(160, 120, 0),
    RGBColor(0, 0, 0),
    RGBColor(130, 130, 130),
];
/// Times below this are shown as this.
const SHORTEST: f64 = 0.01;
/// Groups of tasks that an upset plot shows.
const GROUPS: usize = 24;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn colour(engine: usize) -> RGBColor {
    COLOURS[engine % COLOURS.len()]
}

fn problem(error: impl Display) -> String {
    format!("a plot cannot be drawn: {error}")
}

fn draw(size: (u32, u32), paint: impl FnOnce(&Area<'_>) -> Result<(), String>) -> Result<String, String> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        area.fill(&WHITE).map_err(problem)?;
        paint(&area)?;
        area.present().map_err(problem)?;
    }
    Ok(svg)
}

/// The longest time to show.
fn longest(results: &Results) -> f64 {
    let measured = results.rows.iter().map(|row| row.cpu).fold(1.0, f64::max);
    results.limit.map_or(measured, |limit| limit.max(measured))
}

/// How many tasks each engine solves within a time. The number of tasks goes right, the time of the hardest of them up.
pub fn quantile(results: &Results) -> Result<String, String> {
    let curves: Vec<Vec<f64>> = results
        .engines
        .iter()
        .map(|engine| {
            let mut times: Vec<f64> = results.of_engine(engine).filter(|row| row.solved()).map(|row| row.cpu).collect();
            times.sort_by(f64::total_cmp);
            times
        })
        .collect();
    let most = curves.iter().map(Vec::len).max().unwrap_or(0).max(1);
    draw((900, 460), |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(0f64..most as f64 * 1.02, (SHORTEST..longest(results) * 1.3).log_scale())
            .map_err(problem)?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .x_desc("tasks solved")
            .y_desc("processor seconds")
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| format!("{y}"))
            .draw()
            .map_err(problem)?;
        for (index, times) in curves.iter().enumerate() {
            let points = times.iter().enumerate().map(|(n, time)| ((n + 1) as f64, time.max(SHORTEST)));
            let style = colour(index).stroke_width(2);
            chart
                .draw_series(LineSeries::new(points, style))
                .map_err(problem)?
                .label(format!("{} ({})", results.engines[index], times.len()))
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .background_style(WHITE.mix(0.85))
            .border_style(RGBColor(208, 215, 222))
            .draw()
            .map_err(problem)
    })
}

/// The times of two engines on each task; a task that is not solved lies on the edge.
pub fn scatter(results: &Results, first: usize, second: usize) -> Result<String, String> {
    let end = longest(results);
    // Unsolved tasks are shown apart from those that took as long as the limit.
    let edge = end * 1.6;
    let place = |solved: bool, cpu: f64| if solved { cpu.max(SHORTEST) } else { edge };
    let mut points = Vec::new();
    for (_, rows) in results.by_task() {
        if let Some((one, other)) = rows[first].zip(rows[second])
            && (one.solved() || other.solved())
        {
            let colour = match (one.solved(), other.solved()) {
                (true, true) => RGBColor(60, 60, 60),
                (true, false) => colour(first),
                _ => colour(second),
            };
            points.push((place(one.solved(), one.cpu), place(other.solved(), other.cpu), colour));
        }
    }
    draw((420, 420), |area| {
        let range = || (SHORTEST..end * 2.2).log_scale();
        let mut chart = ChartBuilder::on(area)
            .margin(10)
            .x_label_area_size(40)
            .y_label_area_size(56)
            .build_cartesian_2d(range(), range())
            .map_err(problem)?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .x_desc(results.engines[first].as_str())
            .y_desc(results.engines[second].as_str())
            .x_label_formatter(&|x| format!("{x}"))
            .y_label_formatter(&|y| format!("{y}"))
            .draw()
            .map_err(problem)?;
        let grey = RGBColor(150, 150, 150);
        for line in
            [[(SHORTEST, SHORTEST), (edge, edge)], [(SHORTEST, edge), (edge, edge)], [(edge, SHORTEST), (edge, edge)]]
        {
            chart.draw_series(LineSeries::new(line, grey)).map_err(problem)?;
        }
        let crosses = points.iter().map(|(x, y, colour)| Cross::new((*x, *y), 3, colour.stroke_width(1)));
        chart.draw_series(crosses).map_err(problem).map(|_| ())
    })
}

/// Which engines solve which tasks: a bar for every group of tasks that the same engines solve, dots for these engines.
pub fn upset(results: &Results) -> Result<String, String> {
    let mut groups = groups(results);
    groups.truncate(GROUPS);
    let most = groups.iter().map(|group| group.1).max().unwrap_or(1).max(1) as f64;
    let engines = results.engines.len();
    let names = results.engines.iter().map(|name| name.chars().count()).max().unwrap_or(0) as i32;
    let (left, step, line, bars) = (40 + names * 8, 30, 22, 200);
    let size = (left + step * groups.len() as i32 + 20, bars + 50 + line * engines as i32);
    draw((size.0.max(320) as u32, size.1 as u32), |area| {
        let font = ("sans-serif", 13).into_font();
        for (index, name) in results.engines.iter().enumerate() {
            let y = bars + 40 + line * index as i32;
            text(area, name, (12, y - 7), &font)?;
        }
        for (number, (solved, count)) in groups.iter().enumerate() {
            let x = left + step * number as i32 + step / 2;
            let height = (*count as f64 / most * f64::from(bars - 30)).round() as i32;
            let bar = Rectangle::new([(x - 9, bars - height), (x + 9, bars)], RGBColor(60, 60, 60).filled());
            area.draw(&bar).map_err(problem)?;
            text(area, &count.to_string(), (x - 4 * count.to_string().len() as i32, bars - height - 16), &font)?;
            for (index, solves) in solved.iter().enumerate() {
                let y = bars + 40 + line * index as i32;
                let fill = if *solves { colour(index) } else { RGBColor(225, 228, 232) };
                area.draw(&Circle::new((x, y), 7, fill.filled())).map_err(problem)?;
            }
        }
        Ok(())
    })
}

fn text(area: &Area<'_>, words: &str, at: (i32, i32), font: &FontDesc<'_>) -> Result<(), String> {
    area.draw(&Text::new(words.to_string(), at, font.clone())).map_err(problem)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::examples::results;

    #[test]
    fn plots_are_drawings_with_what_they_show() {
        let results = results();
        let quantile = quantile(&results).expect("can be drawn");
        assert!(quantile.starts_with("<svg") && quantile.contains("a (2)") && quantile.contains("b (3)"), "{quantile}");
        let scatter = scatter(&results, 0, 1).expect("can be drawn");
        assert!(scatter.starts_with("<svg") && scatter.trim_end().ends_with("</svg>"));
        let upset = upset(&results).expect("can be drawn");
        // Three groups of two engines.
        assert_eq!(upset.matches("<circle").count(), 6);
    }

    #[test]
    fn no_results_are_no_reason_to_panic() {
        let empty = Results { engines: vec!["a".into(), "b".into()], ..Results::default() };
        assert!(quantile(&empty).is_ok() && scatter(&empty, 0, 1).is_ok() && upset(&empty).is_ok());
    }
}
